DROP TABLE team_removals;
