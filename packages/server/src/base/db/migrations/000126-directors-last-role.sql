-- What a user directed elsewhere goes on when they are deleted. Without the role they had, it would say more than before.
alter table directors add column role jsonb;

create function keep_directors_role() returns trigger language plpgsql as $$ begin
  update directors d set role = to_jsonb(s.*) from user_security_roles s
    where d.firm_id = old.firm_id and d.user_id = old.id and s.firm_id = old.firm_id and s.id = old.security_role_id
; return null
; end $$;
create trigger users_directors after delete on users for each row execute function keep_directors_role();
