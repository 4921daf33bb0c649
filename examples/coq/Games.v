(* Short games, Conway's order, sums and canonical forms: what theorems about values say.
   Whoever trusts Coq has to read this file and the statement, nothing else. Source: J. H. Conway, On
   Numbers and Games, 1976, chapters 0, 1, 7 and 10. *)
From Coq Require Import List PArith Lia.
Import ListNotations.
Unset Lia Cache.

(* A game is its left options and its right options. Games are finite trees, so play ends. *)
Inductive game : Type := Game (lefts rights : list game).

Definition left (G : game) : list game := let (l, _) := G in l.
Definition right (G : game) : list game := let (_, r) := G in r.
Definition zero : game := Game [] [].

(* G <= H if no left option of G is >= H, and no right option of H is <= G. [lf G H] is the negation
   of H <= G, said without "not" (theorem lf_spec); theorem le_spec is Conway's definition word by word. *)
Inductive le : game -> game -> Prop :=
| le_intro G H :
    (forall L, In L (left G) -> lf L H) -> (forall R, In R (right H) -> lf G R) -> le G H
with lf : game -> game -> Prop :=
| lf_left G H L : In L (left H) -> le G L -> lf G H
| lf_right G H R : In R (right G) -> le R H -> lf G H.

Definition equal (G H : game) : Prop := le G H /\ le H G.
Definition less (G H : game) : Prop := le G H /\ ~ le H G.
Definition confused (G H : game) : Prop := ~ le G H /\ ~ le H G.

(* A move in G + H is a move in one of both. *)
Fixpoint plus (G : game) : game -> game :=
  fix plus_G (H : game) : game :=
    Game (map (fun L => plus L H) (left G) ++ map plus_G (left H))
         (map (fun R => plus R H) (right G) ++ map plus_G (right H)).

Fixpoint negative (G : game) : game := Game (map negative (right G)) (map negative (left G)).

Declare Scope game_scope.
Delimit Scope game_scope with game.
Bind Scope game_scope with game.
Notation "G <= H" := (le G H) : game_scope.
Notation "G >= H" := (le H G) (only parsing) : game_scope.
Notation "G < H" := (less G H) : game_scope.
Notation "G > H" := (less H G) (only parsing) : game_scope.
Notation "G == H" := (equal G H) (at level 70) : game_scope.
Notation "G + H" := (plus G H) : game_scope.
Notation "- G" := (negative G) : game_scope.
Open Scope game_scope.

(* No option is dominated by another one or equal to it, none is reversible, and so on in all followers. *)
Definition incomparable (options : list game) : Prop :=
  ForallOrdPairs confused options.
Inductive canonical : game -> Prop :=
| canonical_intro G :
    incomparable (left G) -> incomparable (right G) ->
    (forall L LR, In L (left G) -> In LR (right L) -> ~ LR <= G) ->
    (forall R RL, In R (right G) -> In RL (left R) -> ~ G <= RL) ->
    (forall L, In L (left G) -> canonical L) -> (forall R, In R (right G) -> canonical R) ->
    canonical G.

(* Games by numbers: each row lists the numbers of left and right options, which stand in rows
   before it. The first row is number 1. *)
Definition row : Type := list positive * list positive.
Definition moves (lefts rights : list positive) : row := (lefts, rights).
Definition nth_game (made : list game) (i : positive) : game := nth (pred (Pos.to_nat i)) made zero.
Fixpoint make (made : list game) (rows : list row) : list game :=
  match rows with
  | [] => made
  | (l, r) :: rest => make (made ++ [Game (map (nth_game made) l) (map (nth_game made) r)]) rest
  end.
Definition game_in (rows : list row) (i : positive) : game := nth_game (make [] rows) i.

(* What these definitions amount to. *)

Scheme le_mut := Induction for le Sort Prop with lf_mut := Induction for lf Sort Prop.
Combined Scheme le_lf_ind from le_mut, lf_mut.

Lemma not_both :
  (forall G H, G <= H -> ~ lf H G) /\ (forall G H, lf G H -> ~ H <= G).
Proof.
  apply (le_lf_ind (fun G H _ => ~ lf H G) (fun G H _ => ~ H <= G)).
  - intros G H _ IHl _ IHr F. inversion F; subst; [eapply IHl | eapply IHr]; eassumption.
  - intros G H L i _ IH E. inversion E; subst. apply IH. auto.
  - intros G H R i _ IH E. inversion E; subst. apply IH. auto.
Qed.

Fixpoint size (G : game) : nat :=
  S (list_sum (map size (left G)) + list_sum (map size (right G))).

Lemma size_in : forall G l, In G l -> (size G <= list_sum (map size l))%nat.
Proof.
  induction l as [|H l IH]; simpl; [tauto|]. intros [E|i]; [subst; lia | specialize (IH i); lia].
Qed.
Lemma size_left : forall G L, In L (left G) -> (size L < size G)%nat.
Proof. intros [l r] L i. apply size_in in i. simpl in *. lia. Qed.
Lemma size_right : forall G R, In R (right G) -> (size R < size G)%nat.
Proof. intros [l r] R i. apply size_in in i. simpl in *. lia. Qed.

Lemma all_or_one : forall (A : Type) (P Q : A -> Prop) l,
  (forall x, In x l -> P x \/ Q x) -> (forall x, In x l -> P x) \/ (exists x, In x l /\ Q x).
Proof.
  induction l as [|y l IH]; intros H; [left; simpl; tauto|].
  destruct (H y) as [p|q]; [now left| |right; exists y; simpl; auto].
  destruct IH as [a|[x [i q]]]; [intros; apply H; now right| |right; exists x; simpl; auto].
  left. intros x [E|i]; [subst; exact p | exact (a x i)].
Qed.

Lemma le_or_lf : forall G H, G <= H \/ lf H G.
Proof.
  enough (A : forall n G H, (size G + size H < n)%nat -> G <= H \/ lf H G)
    by (intros; eapply A; apply PeanoNat.Nat.lt_succ_diag_r).
  induction n as [|n IH]; intros G H small; [lia|].
  destruct (all_or_one _ (fun L => lf L H) (fun L => H <= L) (left G)) as [l|[L [i e]]].
  - intros L i. apply size_left in i. destruct (IH H L); [lia | now right | now left].
  - destruct (all_or_one _ (fun R => lf G R) (fun R => R <= G) (right H)) as [r|[R [i e]]].
    + intros R i. apply size_right in i. destruct (IH R G); [lia | now right | now left].
    + left. now constructor.
    + right. eapply lf_right; eassumption.
  - right. eapply lf_left; eassumption.
Qed.

Theorem lf_spec : forall G H, lf G H <-> ~ H <= G.
Proof.
  split; [apply not_both|]. intros N. destruct (le_or_lf H G); [contradiction | assumption].
Qed.

Theorem le_spec : forall G H, G <= H <->
  (forall L, In L (left G) -> ~ H <= L) /\ (forall R, In R (right H) -> ~ R <= G).
Proof.
  split.
  - intros E. inversion E; subst. split; intros; apply lf_spec; auto.
  - intros [l r]. constructor; intros; apply lf_spec; auto.
Qed.

(* It is a partial order of values. *)
Theorem le_refl : forall G, G <= G.
Proof.
  enough (A : forall n G, (size G < n)%nat -> G <= G)
    by (intros; eapply A; apply PeanoNat.Nat.lt_succ_diag_r).
  induction n as [|n IH]; intros G small; [lia|]. constructor.
  - intros L i. eapply lf_left; [exact i|]. apply size_left in i. apply IH. lia.
  - intros R i. eapply lf_right; [exact i|]. apply size_right in i. apply IH. lia.
Qed.

Theorem le_trans : forall G H K, G <= H -> H <= K -> G <= K.
Proof.
  enough (A : forall n G H K, (size G + size H + size K < n)%nat -> G <= H -> H <= K -> G <= K)
    by (intros G H K; eapply A; apply PeanoNat.Nat.lt_succ_diag_r).
  induction n as [|n IH]; intros G H K small a b; [lia|].
  apply le_spec. split; intros X i c.
  - destruct (proj1 (le_spec G H) a) as [no _]. apply (no X i).
    apply size_left in i. eapply IH; [|exact b|exact c]. lia.
  - destruct (proj1 (le_spec H K) b) as [_ no]. apply (no X i).
    apply size_right in i. eapply IH; [|exact c|exact a]. lia.
Qed.

(* Who wins. 0 <= G: Left wins if Right moves first, for Left has an answer to each move. *)
Theorem left_wins_second : forall G, zero <= G <-> forall R, In R (right G) -> lf zero R.
Proof.
  split; [intros E; inversion E; subst; auto | intros A; constructor; [simpl; tauto | auto]].
Qed.
Theorem left_wins_first : forall G, lf zero G <-> exists L, In L (left G) /\ zero <= L.
Proof.
  split; [|intros [L [i e]]; eapply lf_left; eassumption].
  intros F. inversion F; subst; [eauto | simpl in *; tauto].
Qed.
