DROP TABLE notice_rules;
