"""Table actors and everything around them: requests, views, broadcasts, timers, replay and bots."""
