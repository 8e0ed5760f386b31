DROP TABLE imports_chunks;
DROP TABLE imports;
