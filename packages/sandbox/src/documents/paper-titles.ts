import type { Random } from '../random.ts'

const motions = [
  'Dismiss',
  'Dismiss the Second Amended Complaint Pursuant to Fed. R. Civ. P. 12(b)(6)',
  'Compel Further Responses to Special Interrogatories, Set One',
  'Strike Class Allegations',
  'Stay Proceedings Pending Appeal',
  'Exclude the Testimony of Dr. Herrera',
  'Extend Time to Complete Non-Expert Discovery',
  'Quash Subpoena to Third-Party Bluepeak Software, Inc.',
] as const

const reliefs = [
  'Summary Judgment',
  'Preliminary Injunction',
  'Leave to File Under Seal',
  'Leave to Appear Pro Hac Vice',
  'Relief From the Automatic Stay',
  'Sanctions Under Fed. R. Civ. P. 37 and 28 U.S.C. § 1927',
  'Judgment on the Pleadings or, in the Alternative, Partial Summary Judgment',
  'Reconsideration of the Order Entered March 4, 2026',
] as const

const sidesOf = ['Plaintiff', 'Defendant', 'Plaintiffs', 'Defendants'] as const

/** Returns a title as attorneys write them, in the words of the docket. */
export function paperTitle(random: Random, party: string): string {
  const motion = () => (random.chance(0.5) ? `Motion to ${random.pick(motions)}` : `Motion for ${random.pick(reliefs)}`)
  const side = random.pick(sidesOf)
  const whose = random.chance(0.5) ? `${side}${side.endsWith('s') ? '’' : '’s'}` : `${side} ${party}’s`
  const makers: readonly (() => string)[] = [
    () => `${whose} ${motion()}`,
    () => `${whose} Notice of Motion and ${motion()}`,
    () => `Memorandum of Points and Authorities in Support of ${whose} ${motion()}`,
    () => `Memorandum of Law in Opposition to ${whose} ${motion()}`,
    () => `${whose} Reply in Support of ${motion()}`,
    () => `Declaration of ${random.pick(people)} in Support of ${whose} ${motion()}`,
    () => `[Proposed] Order Granting ${whose} ${motion()}`,
    () => `Joint Stipulation and [Proposed] Order to Extend Time to Respond to Complaint`,
    () => `${whose} Answer and Affirmative Defenses to Complaint`,
    () => 'Complaint',
    () => 'First Amended Complaint for Breach of Contract, Fraud, and Unfair Competition',
    () => 'Complaint and Demand for Jury Trial',
    () => `Notice of Appearance of ${random.pick(people)}`,
    () => `Certificate of Service`,
    () => 'Joint Rule 26(f) Report and Discovery Plan',
    () => `${whose} First Set of Requests for Production to ${party}`,
    () => `Affidavit of ${random.pick(people)}`,
    () => `Stipulated Protective Order`,
    () => `Notice of Hearing`,
    () => `${whose} Opposition to ${motion()}; Memorandum of Points and Authorities`,
  ]
  return random.pick(makers)()
}

const people = ['Tomás Herrera', 'Claire Dubois', 'Wen Zhao, Ph.D.', 'Margaret Harlan', 'Samuel Osei, Esq.'] as const

const orders = [
  'Order',
  'Order Granting Motion for Extension of Time',
  'Scheduling Order',
  'Memorandum Opinion and Order',
  'Order Denying Motion to Dismiss and Granting Leave to Amend',
  'Judgment',
  'Final Judgment and Order of Dismissal With Prejudice',
  'Report and Recommendation',
] as const

/** Returns the title of a court's own paper. */
export function orderTitle(random: Random): string {
  return random.pick(orders)
}

const briefs = [
  'Brief for Plaintiff-Appellant',
  'Appellee’s Answering Brief',
  'Motion for Extension of Time to File Opening Brief',
  'Reply Brief of Appellant',
  'Appellant’s Opening Brief and Special Appendix',
  'Motion to Stay Proceedings Pending Decision in Zhao v. Lindqvist, Case No. 20-55436, and Alternative Motion for 30-Day Extension of Time to File Answering Brief',
] as const

/** Returns the title of a paper in a court of appeals. */
export function briefTitle(random: Random): string {
  return random.pick(briefs)
}
