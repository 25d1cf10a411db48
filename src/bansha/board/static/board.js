// The pages work without this file.
