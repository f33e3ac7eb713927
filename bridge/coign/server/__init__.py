"""The shell around sessions: sockets, pages, logs, configuration."""
