"""Services that send commands to the shared streams: cage, administration, disputes."""
