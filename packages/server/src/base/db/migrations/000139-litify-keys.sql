-- The field of Salesforce's ContentVersion in which each file gets the key of its copy.
alter table litify_credentials add column key_field text;
