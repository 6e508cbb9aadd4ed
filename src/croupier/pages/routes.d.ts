// The answer to a request, from its method and address. core/api.js uses it.
import type { Answers } from './protocol-types';

type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [Path];

type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

/** Whether an address belongs to a route. A segment such as {table} of the route stands for any segment. */
type Fits<Route, Path> = Route extends [infer Expected, ...infer RouteRest]
  ? Path extends [infer Given, ...infer PathRest]
    ? Expected extends `{${string}}`
      ? Fits<RouteRest, PathRest>
      : Given extends Expected
        ? Fits<RouteRest, PathRest>
        : false
    : false
  : Path extends []
    ? true
    : false;

/** The answer's type, or never if the server has no such route. */
export type Answer<Method extends string, Path extends string> = {
  [Key in keyof Answers]: Key extends `${Method} ${infer Route}`
    ? Fits<Segments<Route>, Segments<WithoutQuery<Path>>> extends true
      ? Answers[Key]
      : never
    : never;
}[keyof Answers];
