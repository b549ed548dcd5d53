create table saved_views (
  firm_id integer not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  name text not null,
  entity text not null,
  state text,
  layout text,
  audience text not null,
  role_id uuid,
  owner_id uuid,
  is_default boolean not null default false,
  primary key (firm_id, id),
  foreign key (firm_id, role_id) references user_security_roles (firm_id, id),
  foreign key (firm_id, owner_id) references users (firm_id, id)
);
create index saved_views_entity_idx on saved_views (firm_id, entity);
