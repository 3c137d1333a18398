"""Documents (PDF, DOCX, XLSX): read to text in the sandbox, never in a process of the product."""
