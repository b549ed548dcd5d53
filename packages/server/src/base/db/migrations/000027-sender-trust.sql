-- Who stands for the sender of a message, on the item itself: lists, mails and programs read it there.
alter table inbox_items add column sender_flag text;
alter table inbox_items add column sender_proof text;
alter table inbox_items add column vouched_by text;

-- A vouch names the person. What nobody stood for is no filing: its words must not stand in the record, nor its links
-- serve a proven notice of the same filing; it is read anew when a person vouches for it.
do $$ declare unproven jsonb := '[]'; begin
  if exists (select from pg_policies where tablename = 'inbox_items' and policyname = 'system_access') then
    set local role courtcrier_system
    ; update inbox_items i set sender_flag = p.outcomes #>> '{authenticate,result,flag}' from item_progress p
        where p.firm_id = i.firm_id and p.id = i.id and p.outcomes #>> '{authenticate,result,flag}' is not null
    ; update item_progress p set outcomes = (p.outcomes - 'trustedBy') || jsonb_build_object('vouch', jsonb_build_object(
          'userId', p.outcomes ->> 'trustedBy',
          'name', coalesce((select u.full_name from users u
            where u.firm_id = p.firm_id and u.id::text = p.outcomes ->> 'trustedBy'), 'a former user')))
        where p.outcomes ? 'trustedBy'
    ; update inbox_items i set vouched_by = coalesce(p.outcomes #>> '{vouch,name}', p.outcomes #>> '{receive,entered,by}')
        from item_progress p where p.firm_id = i.firm_id and p.id = i.id
          and (p.outcomes ? 'vouch' or p.outcomes #> '{receive,entered}' is not null)
    ; select coalesce(jsonb_agg(jsonb_build_object('firm_id', i.firm_id, 'item_id', i.id, 'envelope_id', i.envelope_id)), '[]')
        into unproven from inbox_items i
        where i.status in ('New', 'Started', 'Retry', 'Action Required') and i.vouched_by is null
          and i.envelope_id is not null and (i.trust = 'unverified' or i.sender_flag is not null)
    ; delete from links l using jsonb_to_recordset(unproven) as u (firm_id int, item_id uuid)
        where l.firm_id = u.firm_id and l.inbox_item_id = u.item_id and l.requested_at is null
    ; update inbox_items i set envelope_id = null from jsonb_to_recordset(unproven) as u (firm_id int, item_id uuid)
        where i.firm_id = u.firm_id and i.id = u.item_id
    ; select coalesce(jsonb_agg(distinct jsonb_build_object('firm_id', e.firm_id, 'envelope_id', e.id)), '[]') into unproven
        from jsonb_to_recordset(unproven) as u (firm_id int, envelope_id uuid)
          join envelopes e on e.firm_id = u.firm_id and e.id = u.envelope_id
        where e.case_id is null
          and not exists (select from inbox_items i where i.firm_id = e.firm_id and i.envelope_id = e.id)
          and not exists (select from deliveries d where d.firm_id = e.firm_id and d.envelope_id = e.id)
          and not exists (select from document_copies c where c.firm_id = e.firm_id and c.envelope_id = e.id)
          and not exists (select from links l where l.firm_id = e.firm_id and l.envelope_id = e.id)
          and not exists (select from documents d
            where d.firm_id = e.firm_id and d.envelope_id = e.id and d.file_id is not null)
    ; delete from documents d using jsonb_to_recordset(unproven) as u (firm_id int, envelope_id uuid)
        where d.firm_id = u.firm_id and d.envelope_id = u.envelope_id
    ; delete from envelopes e using jsonb_to_recordset(unproven) as u (firm_id int, envelope_id uuid)
        where e.firm_id = u.firm_id and e.id = u.envelope_id
    ; reset role; end if; end $$;
