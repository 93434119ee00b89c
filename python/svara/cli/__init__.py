"""The command line: one file for each command. The commands decide nothing about the game."""
