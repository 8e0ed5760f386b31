DROP TABLE research_forecasts;
DROP TABLE research_curves;
DROP TABLE research_points;
