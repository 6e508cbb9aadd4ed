"""The casino server, with table actors, sessions, worker processes, HTTP and WebSocket."""
