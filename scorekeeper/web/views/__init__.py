"""Every address of the application, one file per noun."""
