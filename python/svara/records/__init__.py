"""Records: deals as files, checked by replay, and tables made of them."""
