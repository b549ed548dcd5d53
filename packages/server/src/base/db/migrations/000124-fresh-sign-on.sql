-- Whether a sign-in asks the provider to have its user log in again, and when the provider says that they did.
alter table sign_on_attempts add column is_fresh boolean not null default false;
alter table sign_on_attempts add column authenticated_at timestamp(3) with time zone;
