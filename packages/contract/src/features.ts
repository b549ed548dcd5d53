/** What a firm can have booked beside what every firm has (specification, section 3: entitled features). */
export const features = ['title_extraction', 'tracking'] as const
export type Feature = (typeof features)[number]

/** Whether a firm has booked a feature; nobody has who is not signed in. */
export function hasFeature(firm: { entitledFeatures?: readonly string[] }, feature: Feature): boolean {
  return firm.entitledFeatures?.includes(feature) ?? false
}
