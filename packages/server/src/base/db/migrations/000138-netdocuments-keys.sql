-- The attribute of a cabinet in which each document gets the key of its copy.
alter table netdocuments_client_credentials add column key_attribute text;
alter table netdocuments_cloud_credentials add column key_attribute text;
