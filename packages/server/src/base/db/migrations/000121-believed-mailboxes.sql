-- A mailbox's mail server is believed about senders only if an administrator set that. Mailboxes from before this was an
-- administrators' choice count as such if the firm's log shows that administrators alone added and changed them.
alter table mailboxes add column is_believed boolean not null default false;

update mailboxes m set is_believed = true
where exists (
  select from system_events e
  where e.firm_id = m.firm_id and e.entity = 'mailbox' and e.entity_id = m.id::text and e.type = 'object create'
) and not exists (
  select from system_events e
    left join users u on u.firm_id = e.firm_id and u.id = e.user_id
    left join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
  where e.firm_id = m.firm_id and e.entity = 'mailbox' and e.entity_id = m.id::text
    and e.type in ('object create', 'object update')
    and not coalesce(r.is_system_defined and r.name = 'Administrator', false)
);
