const dayMs = 86_400_000;

/**
 * How long the sun is up, in hours: the CBM model of Forsythe et al. (Ecological Modelling 80, 1995), with the
 * sun's upper edge on the horizon and the usual refraction.
 *
 * @param latitude in degrees, north of the equator positive
 */
export function hoursOfDaylight(latitude: number, date: Date): number {
  const dayOfYear = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / dayMs;
  const revolution = 0.2163108 + 2 * Math.atan(0.9671396 * Math.tan(0.0086 * (dayOfYear - 186)));
  const declination = Math.asin(0.39795 * Math.cos(revolution));
  const phi = (latitude * Math.PI) / 180;
  const horizon = Math.sin((0.8333 * Math.PI) / 180);
  const cosine =
    (horizon + Math.sin(phi) * Math.sin(declination)) / (Math.cos(phi) * Math.cos(declination));
  // Beyond 1 the sun does not set, below -1 it does not rise.
  const nightHours = (24 / Math.PI) * Math.acos(Math.min(1, Math.max(-1, cosine)));
  return Math.round((24 - nightHours) * 100) / 100;
}

/** Each day's hours of daylight, from a day on. */
export function daylight(latitude: number, from: Date, days: number) {
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(from.getTime() + index * dayMs);
    return { date: date.toISOString().slice(0, 10), hours: hoursOfDaylight(latitude, date) };
  });
}
