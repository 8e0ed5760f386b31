DROP TABLE document_layouts;
