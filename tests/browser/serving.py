"""A `panel serve` of its own for the tests and the benchmarks."""

import re
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
TROUBLE = re.compile(r"Traceback|\bERROR\b|\bCRITICAL\b|Exception|error handling")


class Server:
    """The address of a running app and what its server has said so far."""

    def __init__(self, app: Path, port: int, log: Path, process):
        self._process, self._read = process, 0
        self.pid = process.pid
        self.address = f"http://localhost:{port}/{app.stem}"
        self.host = f"localhost:{port}"
        self.log = log

    def trouble(self) -> str:
        """What the log has told of errors since the last call, or that the server has ended."""
        if self._process.poll() is not None:
            return f"the server has ended with code {self._process.returncode}"
        text = self.log.read_text(encoding="utf-8", errors="replace")
        text, self._read = text[self._read :], len(text)
        found = TROUBLE.search(text)
        return text[max(found.start() - 200, 0) :][:4000] if found else ""


@contextmanager
def serving(app: Path = ROOT / "app.py"):
    """Serve ``app`` on a free port, and end that one process afterwards."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "log", "w") as log:
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", "from panel.command import main; main()",
             "serve", str(app), "--port", str(port)],
            cwd=ROOT, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        server = Server(app, port, Path(folder) / "log", process)
        try:
            _wait_until_open(process, port, server)
            yield server
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until_open(process, port: int, server: Server) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("localhost", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"panel serve did not start:\n{server.log.read_text()}")
