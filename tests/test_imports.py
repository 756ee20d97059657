"""Imports point one way: app -> pages -> what pages are made of -> dynamics -> numpy.

Read from the source of every module that exists, without running any of it.
"""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(
    [p for p in [ROOT / "app.py"] if p.exists()]
    + [p for package in ("dynamics", "figures") for p in (ROOT / package).rglob("*.py")]
)


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in SOURCES}


def imports(source, name, is_package=False):
    """Absolute names that the module imports, wherever in its text: `from a import b` is a.b.

    A package that is named only as the source of a submodule does not count by itself.
    """
    found = set()
    package = name.split(".") if is_package else name.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            prefix = ".".join(base + ([node.module] if node.module else []))
            found.update(f"{prefix}.{alias.name}" for alias in node.names)
    return found


def imports_of(name):
    path = MODULES[name]
    return imports(path.read_text(encoding="utf-8"), name, path.name == "__init__.py")


def within(target, *parents):
    """True if the imported name is one of the parents or lies inside one."""
    return any(target == parent or target.startswith(parent + ".") for parent in parents)


def named(prefix):
    return [name for name in MODULES if within(name, prefix)]


def is_page(name):
    """figures.fig1_forward and the like."""
    last = name.split(".")[1] if name.startswith("figures.") else ""
    return last.startswith("fig") and last[3:4].isdigit()


def refuse(name, forbidden):
    wrong = sorted(target for target in imports_of(name) if forbidden(target))
    assert not wrong, f"{name} imports {', '.join(wrong)}"


def test_there_is_something_to_walk():
    assert {"dynamics.rnea", "dynamics.lagrange", "dynamics"} <= set(MODULES)
    assert "dynamics.arm.com_positions" in imports_of("dynamics.energy")
    source = "import a.b\nfrom . import c\nfrom .d import e\ndef f():\n    from g.h import i\n"
    assert imports(source, "p.q") == {"a.b", "p.c", "p.d.e", "g.h.i"}
    assert imports("from . import c\nfrom ..d import e", "p.q", True) == {"p.q.c", "p.d.e"}


@pytest.mark.parametrize("name", named("dynamics"))
def test_dynamics_imports_numpy_and_itself_only(name):
    allowed = {"numpy", "dynamics"} | set(sys.stdlib_module_names)
    refuse(name, lambda target: target.split(".")[0] not in allowed)


@pytest.mark.parametrize(
    ("name", "forbidden"),
    [
        ("lagrange", ("rnea", "forward", "energy", "backward_pass", "mass_matrix", "bias")),
        ("rnea", ("lagrange", "energy", "forward")),
        ("forward", ("lagrange", "energy")),
        ("energy", ("rnea", "lagrange", "forward")),
        (
            "screws",
            ("arm", "rnea", "lagrange", "forward", "energy", "integrate", "opcount", "spatial"),
        ),
        ("spatial", ("rnea", "lagrange", "forward", "energy", "integrate", "opcount")),
        ("integrate", ("arm", "rnea", "lagrange", "forward", "energy", "PlanarArm")),
        ("arm", ("rnea", "lagrange", "forward", "energy", "integrate", "opcount")),
        ("checks", ("arm", "rnea", "lagrange", "forward", "energy", "integrate", "opcount")),
        ("counting", ("arm", "rnea", "lagrange", "forward", "energy", "integrate", "opcount")),
        ("states", ("arm", "rnea", "lagrange", "forward", "energy", "integrate", "opcount")),
    ],
)
def test_algorithms_of_dynamics_stay_apart(name, forbidden):
    """Directly or through another module of the package: comparisons need independent sides."""
    parents = [f"dynamics.{part}" for part in forbidden]
    seen, todo = set(), [f"dynamics.{name}"]
    while todo:
        module = todo.pop()
        if module in seen:
            continue
        seen.add(module)
        # the package itself re-exports everything, so that nobody inside may go through it
        refuse(module, lambda target: within(target, *parents) or target == "dynamics")
        todo += [m for m in MODULES if m != "dynamics" and within_any(imports_of(module), m)]


def within_any(targets, module):
    return any(within(target, module) for target in targets)


@pytest.mark.parametrize("name", named("figures"))
def test_nothing_imports_the_app(name):
    refuse(name, lambda target: within(target, "app"))


@pytest.mark.parametrize("name", [name for name in named("figures") if is_page(name)])
def test_pages_never_import_one_another(name):
    own = ".".join(name.split(".")[:2])
    refuse(name, lambda target: is_page(target) and not within(target, own))


@pytest.mark.parametrize("name", named("figures.parts"))
def test_parts_know_no_state_page_or_language(name):
    forbidden = ("figures.state", "figures.text", "figures.pages", "figures.challenges")
    refuse(name, lambda target: within(target, *forbidden, "figures.quiz") or is_page(target))


@pytest.mark.parametrize("name", [n for n in named("figures") if not is_page(n)])
def test_only_the_list_of_pages_knows_pages(name):
    """What pages are made of knows no page; app and the list that it shows do."""
    if name != "figures.pages":
        refuse(name, is_page)


@pytest.mark.parametrize("name", named("figures.state"))
def test_state_needs_no_browser(name):
    refuse(name, lambda target: within(target, "panel", "bokeh"))
