-- Which message a template makes; those that are there make mails about filings.
alter table email_templates add column kind text not null default 'FILING';

-- With what the firm makes its messages by the clock; Courtcrier's own where there is none.
alter table firms add column daily_message_template_id uuid;
alter table firms add column activity_report_template_id uuid;
alter table firms add column dms_failure_report_template_id uuid;
alter table firms add column case_not_found_report_template_id uuid;
alter table firms add constraint firms_daily_message_template_id_fkey foreign key (firm_id, daily_message_template_id) references email_templates (firm_id, id);
alter table firms add constraint firms_activity_report_template_id_fkey foreign key (firm_id, activity_report_template_id) references email_templates (firm_id, id);
alter table firms add constraint firms_dms_failure_report_template_id_fkey foreign key (firm_id, dms_failure_report_template_id) references email_templates (firm_id, id);
alter table firms add constraint firms_case_not_found_report_template_id_fkey foreign key (firm_id, case_not_found_report_template_id) references email_templates (firm_id, id);
