DROP TABLE repricer_appraisals;
