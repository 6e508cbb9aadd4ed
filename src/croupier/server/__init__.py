"""The casino server: table actors, sessions, worker processes, HTTP and WebSocket."""
