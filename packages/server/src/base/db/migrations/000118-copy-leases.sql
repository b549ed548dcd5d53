-- Until when a process has a copy to itself, and which one: it prolongs that while it saves the copy, and no other one
-- begins with it before. In the row itself, so that a process which waited for the row sees what the one before has set.
alter table document_copies
  add column leased_until timestamp(3) with time zone,
  add column leased_by uuid;
