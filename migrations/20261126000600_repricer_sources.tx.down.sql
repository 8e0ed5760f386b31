DROP TABLE repricer_broken_sources;
