"""Where markets come from: files, frames, market files, and the built-in data sets."""
