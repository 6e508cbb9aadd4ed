"""Services that send commands to the cage, administration and dispute streams."""
