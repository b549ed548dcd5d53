import type { TemplateKind } from './template-kinds.ts'

interface Starter {
  subject: string
  body: string
  /** The loop the editor inserts for the kind's list. */
  loop?: string
}

const day = '| date: "%B %-d"'

const filingsOfCases = `{% for case in cases %}
<h3>{{ case.name }}</h3>
<p>{{ case.case_number }}{% if case.court != "" %} · {{ case.court }}{% endif %}{% if case.matter_name != "" %}<br>Matter {{ case.matter_number }} {{ case.matter_name }}{% endif %}</p>
{% for filing in case.filings %}
<p><a href="{{ filing.url }}"><strong>{{ filing.event }}</strong></a>{% if filing.date != "" %}, filed {{ filing.date ${day} }}{% endif %}</p>
{% if filing.docket_text != "" %}
<blockquote><p>{{ filing.docket_text | truncate: 280 }}</p></blockquote>
{% endif %}
<p>{{ filing.documents }}</p>
{% endfor %}
{% endfor %}`

const toldOf = `{% for notice in notices %}
<p><a href="{{ notice.url }}">{{ notice.case_name }}: {{ notice.event }}</a><br>{{ notice.person }}: {{ notice.status }}{% if notice.opened == "Yes" %}, opened{% endif %}{% if notice.reason != "" %}. {{ notice.reason }}{% endif %}</p>
{% endfor %}`

const failedCopies = `{% for copy in copies %}
<p><a href="{{ copy.url }}">{{ copy.case_name }}: {{ copy.document }}</a><br>{{ copy.storage_policy }}: {{ copy.reason }} {{ copy.next_step }}</p>
{% endfor %}`

const withoutCase = `{% for notice in notices %}
<p><a href="{{ notice.url }}">{{ notice.case_name }} {{ notice.case_number }}: {{ notice.event }}</a><br>{{ notice.reason }} {{ notice.next_step }}</p>
{% endfor %}`

/** A new template's initial text: roughly the built-in message. */
export const templateStarters: Readonly<Record<TemplateKind, Starter>> = {
  FILING: {
    subject: '{{ case.name }} ({{ case.case_number }}): {{ filing.event }}',
    body: `<h2>{{ case.name }}</h2>
<p>{{ case.case_number }}, {{ court.name }}<br>Matter {{ matter.number }}, {{ client.name }}</p>
<p><strong>{{ filing.event }}</strong>{% if filing.date != "" %}, filed {{ filing.date | date: "%B %-d, %Y" }}{% endif %}</p>
<blockquote><p>{{ filing.docket_text }}</p></blockquote>
<p>{{ documents }}</p>`,
  },
  DAILY_MESSAGE: {
    subject: `Filings on {{ message.day ${day} }}: {{ message.filing_count }}`,
    body: `<h2>Filings on {{ message.day ${day} }}</h2>\n${filingsOfCases}`,
    loop: filingsOfCases,
  },
  ACTIVITY_REPORT: {
    subject: `Notices on {{ report.day ${day} }}: {{ report.notice_count }}`,
    body: `<h2>Notices to your group</h2>
<p>{{ report.told_count }} notified, {{ report.failed_count }} failed, {{ report.opened_count }} opened, {{ report.waiting_count }} waiting or canceled</p>
${toldOf}`,
    loop: toldOf,
  },
  DMS_FAILURE_REPORT: {
    subject: `Not saved to DMS on {{ report.day ${day} }}: {{ report.copy_count }}`,
    body: `<h2>These copies couldn't be saved to the DMS</h2>\n${failedCopies}`,
    loop: failedCopies,
  },
  CASE_NOT_FOUND_REPORT: {
    subject: `Notices without a case, {{ report.day ${day} }}: {{ report.notice_count }}`,
    body: `<h2>These notices need a case</h2>
<p>No one is notified until a case is chosen.</p>\n${withoutCase}`,
    loop: withoutCase,
  },
}
