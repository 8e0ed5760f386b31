DROP TABLE notification_subscriptions;
DROP TABLE notification_dead;
DROP TABLE notification_newest;
DROP TABLE notification_ids;
