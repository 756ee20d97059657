# make serve | test | bench | screenshot. Each makes what it needs; PORT sets the port of serve.

PORT ?= 5006
VENV := .venv
RUN := $(VENV)/bin/python
APP := $(VENV)/app.stamp
TOOLS := $(VENV)/tools.stamp
PIP := $(RUN) -m pip install --quiet --disable-pip-version-check
export PYTHONUTF8 := 1

.PHONY: serve test bench screenshot browser clean

serve: $(APP)
	@echo "The app is at http://localhost:$(PORT)/app (Ctrl+C ends it)"
	$(RUN) -m panel serve app.py --port $(PORT)

test: $(TOOLS) browser
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m pytest --numprocesses 2 --dist worksteal

bench: $(TOOLS) browser
	@for file in tests/bench/bench_*.py; do \
	  name=$${file#tests/bench/}; echo; echo "== $$name"; \
	  $(RUN) -m tests.bench.$${name%.py} || exit 1; \
	done

screenshot: $(TOOLS) browser
	$(RUN) -m scripts.screenshot

# A Chromium that is there already is used ($CHROMIUM, then the PATH); else one is fetched.
browser: $(TOOLS)
	@$(RUN) -m tests.browser.chromium || $(RUN) -m playwright install chromium

clean:
	rm -rf $(VENV) build .pytest_cache .ruff_cache .hypothesis

$(RUN):
	@for python in python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do \
	  if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then echo "Making $(VENV) with $$python"; $$python -m venv $(VENV) && exit 0; fi; \
	done; \
	echo "No Python 3.11 or newer with the venv module was found." >&2; \
	echo "Install one (on Debian: apt-get install python3 python3-venv) and run make again." >&2; \
	rm -rf $(VENV); exit 1

$(APP): requirements.txt | $(RUN)
	$(PIP) -r requirements.txt
	@touch $@

$(TOOLS): tests/requirements.txt $(APP)
	$(PIP) -r tests/requirements.txt
	@touch $@
