DROP TABLE connection_consents;
DROP TABLE connections;
