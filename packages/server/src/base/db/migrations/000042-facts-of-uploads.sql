-- What a file says of its filing, read when it was uploaded: saving it as a document of another filing is refused by it.
alter table uploads add column facts jsonb not null default '{}';
