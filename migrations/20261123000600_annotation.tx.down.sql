DROP VIEW v_annotation_tags;
DROP VIEW v_annotation_links;
DROP TABLE annotation_notes;
DROP TABLE annotation_tag_links;
DROP TABLE annotation_tags;
