DROP TABLE repricer_alert_messages;
DROP TABLE repricer_alerts;
