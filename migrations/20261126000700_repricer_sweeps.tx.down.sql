DROP TABLE repricer_sweeps;
