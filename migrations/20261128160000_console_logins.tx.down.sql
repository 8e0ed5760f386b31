DROP TABLE console_logins;
