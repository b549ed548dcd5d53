-- When a copy that waits is tried next: a job that comes sooner is left from before it was tried at once, and does nothing.
alter table document_copies add column due_at timestamp with time zone;
