-- How a person wants to be told, before their preference group and the firm are asked.
alter table timekeepers add column delivery_method text not null default 'INHERIT_METHOD';
alter table timekeepers add column notification_cadence text not null default 'INHERIT_CADENCE';

-- A rule that deliveries tell of is taken out of use instead of being deleted.
alter table notification_rules add column is_active boolean not null default true;

-- By which setting and which rule somebody was told of a filing.
alter table deliveries add column cadence text;
alter table deliveries add column level text;
alter table deliveries add column notification_rule_id uuid;
alter table deliveries add column email_template text;
alter table deliveries add constraint deliveries_notification_rule_id_fkey foreign key (firm_id, notification_rule_id) references notification_rules (firm_id, id);
create index deliveries_notification_rule_id_idx on deliveries (firm_id, notification_rule_id) where notification_rule_id is not null;

-- Those who wait for the documents to be stored are found by their filing when a copy was tried.
create index deliveries_held_idx on deliveries (firm_id, envelope_id) where status = 'held';
