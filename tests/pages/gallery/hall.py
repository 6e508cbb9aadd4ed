"""Serve the static files, this folder and the scenes with the server's content security policy."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec

from croupier.pages.generated import read_page_file
from croupier.server.http.app import POLICY
from tests.pages.gallery.scenes import Scene

HERE = Path(__file__).parent
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@contextmanager
def hung(scenes: list[Scene]) -> Iterator[str]:
    """Serve a gallery of these scenes and yield its address."""
    by_name = {scene.name: msgspec.json.encode(scene) for scene in scenes}

    class Hall(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            kind, body = "application/json", by_name.get(path.removeprefix("/scenes/"))
            if body is None:
                folder, _, name = path.strip("/").partition("/")
                file = HERE / (name or "gallery.html")
                kind = KINDS.get(file.suffix, "text/plain")
                if folder == "static":
                    body = read_page_file(name)
                else:
                    body = file.read_bytes() if file.is_file() else None
            self.send_response(200 if body is not None else 404)
            self.send_header("content-type", f"{kind}; charset=utf-8")
            self.send_header("content-security-policy", POLICY)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing. A failing test reports the error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hall)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
