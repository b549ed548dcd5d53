-- When a mailbox of the settings that is read from its first time on was first read; null for one that was read before.
alter table mail_positions add column first_read_at timestamptz;
