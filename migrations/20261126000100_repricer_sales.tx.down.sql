ALTER TABLE notification_subscriptions DROP COLUMN since;
DROP TABLE repricer_day_sales;
DROP TABLE repricer_sales;
