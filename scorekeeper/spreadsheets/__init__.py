"""Tables for spreadsheets, as CSV and as XLSX; the only place that writes either."""
