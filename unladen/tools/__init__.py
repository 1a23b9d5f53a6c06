"""One module per outside thing: nobody else knows its flags or formats."""
