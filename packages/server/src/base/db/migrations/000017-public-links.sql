-- Links that were given out before a firm stopped allowing them stay closed when it allows them again, whoever or
-- whatever changed the firm: a form, an undo, the command line.
create table public_link_floors (
  firm_id integer not null,
  id uuid not null,
  issued_after timestamp(3) with time zone not null,
  primary key (firm_id, id)
);
create function close_public_links() returns trigger language plpgsql as $$ begin insert into public_link_floors (firm_id, id, issued_after) values (new.firm_id, gen_random_uuid(), clock_timestamp()); return new; end $$;
create trigger firms_close_public_links after update of public_document_access on firms
  for each row when (old.public_document_access and not new.public_document_access)
  execute function close_public_links();
