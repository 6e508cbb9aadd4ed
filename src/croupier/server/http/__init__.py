"""The house over HTTP and sockets."""
