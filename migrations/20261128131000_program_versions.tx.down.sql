DROP TABLE program_versions;
