// EDAPS, the process planner for microwave modules of Smith (1997), chapter 6, as a planning
// domain: the task network of figures 6.4 to 6.16 and the times of figures 6.17 to 6.24, in
// minutes.
//
// Where the source is silent, the rules that reproduce its node counts stand: vias and holes are
// taken by diameter, the largest first, milling before holes, by corner radius with features at the
// side first; each kind of tool has a spindle of its own; a generic setup undoes the setup of the
// machining centre; parts are not immersible, so that fluxes are brushed or sprayed off.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numbers>

#include "decomp/htn/code_domain.hpp"
#include "edaps_design.hpp"

namespace edaps {

using cgt::htn::CodeDomain;
using cgt::htn::Effects;
using cgt::htn::Hash128;
using cgt::htn::TaskId;
using cgt::htn::Word;

enum Tool { kDrill, kEnd, kSlot, kSide };

struct Machine {
  bool set_up = false;
  double tool[4] = {0, 0, 0, 0};  // size of the one in the spindle; 0: none
  Hash128 hash128() const {
    Hash128 h = cgt::htn::hash128(99, set_up ? 1 : 0);
    for (Word i = 0; i < 4; ++i) h ^= cgt::htn::hash128(i, std::bit_cast<Word>(tool[i]));
    return h;
  }
};

enum AttributeIndex { kLead, kSetup, kRun };

// Half width of what drilling achieves, in mils. Two values are printed: .5 inch, rough 8 and
// finish 4 (6.2); .15 inch, finish 2 (7.5). Linear between.
inline double finish_tolerance(double diameter) { return 2 + (diameter - .15) / .35 * 2; }
inline double rough_tolerance(double diameter) { return 2 * finish_tolerance(diameter); }

class Library {
 public:
  using D = CodeDomain<Machine>;

  explicit Library(Design design)
      : design_(std::move(design)), d_({{.name = "lead"}, {.name = "setup"}, {.name = "run"}}) {
    const auto by_diameter = [](const Hole& a, const Hole& b) { return a.diameter > b.diameter; };
    std::stable_sort(design_.vias.begin(), design_.vias.end(), by_diameter);
    std::stable_sort(design_.holes.begin(), design_.holes.end(), by_diameter);
    std::stable_sort(design_.milling.begin(), design_.milling.end(),
                     [this](const Milling& a, const Milling& b) {
                       if (a.radius != b.radius) return a.radius > b.radius;
                       return at_side(a) && !at_side(b);
                     });
    declare();
  }

  D& domain() { return d_; }
  const Design& design() const { return design_; }
  const D::Name& drill_task() const { return *drill_; }

 private:
  using Args = D::Args;
  using Instances = D::Instances;
  using Name = D::Name;

  bool at_side(const Milling& m) const {
    return m.x <= 0 || m.y <= 0 || m.x + m.length >= design_.length ||
           m.y + m.width >= design_.width;
  }
  // Holes of both kinds have one number: vias, then the others.
  const Hole& hole(std::int64_t i) const {
    const auto vias = static_cast<std::int64_t>(design_.vias.size());
    return i < vias ? design_.vias[static_cast<std::size_t>(i)]
                    : design_.holes[static_cast<std::size_t>(i - vias)];
  }
  bool is_via(std::int64_t i) const { return i < static_cast<std::int64_t>(design_.vias.size()); }
  double area() const { return design_.length * design_.width; }

  Name step(std::string name, double setup, double run) {
    return d_.op(std::move(name), [=](Machine&, Args, Effects& e) { return spend(e, setup, run); });
  }
  static bool spend(Effects& e, double setup, double run) {
    e.attributes[kLead] = setup + run;
    e.attributes[kSetup] = setup;
    e.attributes[kRun] = run;
    return true;
  }
  // One method, always applicable.
  void always(Name task, std::vector<TaskId> subtasks) {
    d_.method(task, "always",
              [subtasks](const Machine&, Args, Instances& out) { out.add(subtasks); });
  }
  // The list item by item: `each` for 0 .. count - 1, then `done`.
  Name loop(const std::string& name, std::int64_t count, std::function<TaskId(std::int64_t)> each,
            std::vector<TaskId> done = {}) {
    const Name task = d_.task(name);
    d_.method(task, "next", [=](const Machine&, Args a, Instances& out) {
      if (a[0] < count) {
        out.add({each(a[0]), task(a[0] + 1)});
      } else {
        out.add(done);
      }
    });
    return task;
  }

  void declare() {
    declare_machining();
    const auto t = [this](const char* name) { return d_.task(name); };
    const Name generic = d_.op("GenericSetup", [](Machine& m, Args, Effects& e) {
      m.set_up = false;
      return spend(e, 30, 0);
    });
    const auto pths = t("MakePths");
    const auto plate = t("PlatePths");
    const auto electroless = t("ElectrolessDeposition");
    const auto drill_pths = loop("DrillPths", static_cast<std::int64_t>(design_.vias.size()),
                                 [this](std::int64_t i) { return (*setup_and_drill_)(i); });
    always(pths, {drill_pths(0), plate()});
    always(electroless, {step("Conditioning", 0, 10)(), step("Pickling", 0, 10)(),
                         step("Activating", 0, 10)(), step("Depositing", 0, 15)()});
    if (design_.vias.empty()) {
      always(plate, {});
    } else {
      always(plate, {electroless(), generic(), step("PlateResist", 0, .5)(),
                     step("Electroplating", 0, 250 * design_.plating)(),
                     step("TinLeadPlating", 0, 150 * design_.plating)(),
                     step("RemovePlateResist", 0, 5)()});
    }
    const auto board = t("MakeBoard");
    always(board,
           {pths(), artwork(generic)(), make_features_task(), assembly(generic)(), testing()()});
    d_.start(Machine{}, {board()});
  }

  TaskId make_features_task() { return (*make_features_)(0); }

  void declare_machining() {
    const auto setup_for = d_.task("SetupFor");
    const TaskId orient = step("OrientFor", .5, 0)();
    const TaskId clamp = step("ClampFor", 1, 0)();
    const TaskId datum = d_.op("EstablishDatumPointFor", [](Machine& m, Args, Effects& e) {
      m.set_up = true;
      return spend(e, .5, 0);
    })();
    d_.method(setup_for, "not set up", [=](const Machine& m, Args, Instances& out) {
      if (!m.set_up) out.add({orient, clamp, datum});
    });
    d_.method(setup_for, "set up", [](const Machine& m, Args, Instances& out) {
      if (m.set_up) out.add(std::initializer_list<TaskId>{});
    });
    // a[0]: the kind of tool, a[1]: the feature
    const auto install = d_.op("Install", [this](Machine& m, Args a, Effects& e) {
      m.tool[a[0]] = size_of(a[0], a[1]);
      return spend(e, .1, 0);
    });
    const auto setup_tool = d_.task("SetupTool");
    d_.method(setup_tool, "other size", [=, this](const Machine& m, Args a, Instances& out) {
      if (m.tool[a[0]] != size_of(a[0], a[1])) out.add({install(a[0], a[1])});
    });
    d_.method(setup_tool, "same size", [this](const Machine& m, Args a, Instances& out) {
      if (m.tool[a[0]] == size_of(a[0], a[1])) out.add(std::initializer_list<TaskId>{});
    });

    const auto drilling = [this](Machine&, Args a, Effects& e) {
      const Hole& h = hole(a[0]);
      return spend(e, 0, 2.4 * h.diameter * h.diameter * h.depth);
    };
    const auto rough_drill = d_.op("RoughDrill", drilling);
    const auto finish_drill = d_.op("FinishDrill", drilling);
    drill_ = std::make_unique<Name>(d_.task("Drill"));
    const auto drill = *drill_;
    d_.method(drill, "rough", [=, this](const Machine&, Args a, Instances& out) {
      const Hole& h = hole(a[0]);
      if (!is_via(a[0]) && h.tolerance >= rough_tolerance(h.diameter)) out.add({rough_drill(a[0])});
    });
    d_.method(drill, "rough and finish", [=, this](const Machine&, Args a, Instances& out) {
      const Hole& h = hole(a[0]);
      const bool rough_only = !is_via(a[0]) && h.tolerance >= rough_tolerance(h.diameter);
      if (!rough_only && h.tolerance >= finish_tolerance(h.diameter)) {
        out.add({rough_drill(a[0]), finish_drill(a[0])});
      }
    });
    setup_and_drill_ = std::make_unique<Name>(d_.task("SetupAndDrill"));
    d_.method(*setup_and_drill_, "always", [=](const Machine&, Args a, Instances& out) {
      out.add({setup_for(), setup_tool(kDrill, a[0]), drill(a[0])});
    });

    const auto make_slot = d_.task("MakeSlotOrPocket");
    mill(make_slot, "EndMill", kEnd, 1, 1.25, 2.5, setup_for, setup_tool);
    mill(make_slot, "SlotMill", kSlot, 2, 5, 10, setup_for, setup_tool);
    mill(make_slot, "SideMill", kSide, 4, 1.25, 2.5, setup_for, setup_tool);
    const auto make_feature = d_.task("MakeFeature");
    const auto milled = static_cast<std::int64_t>(design_.milling.size());
    const auto vias = static_cast<std::int64_t>(design_.vias.size());
    d_.method(make_feature, "milling", [=](const Machine&, Args a, Instances& out) {
      if (a[0] < milled) out.add({make_slot(a[0])});
    });
    const auto drill_hole = *setup_and_drill_;
    d_.method(make_feature, "hole", [=](const Machine&, Args a, Instances& out) {
      if (a[0] >= milled) out.add({drill_hole(a[0] - milled + vias)});
    });
    make_features_ = std::make_unique<Name>(
        loop("MakeFeatures", milled + static_cast<std::int64_t>(design_.holes.size()),
             [=](std::int64_t i) { return make_feature(i); }));
  }

  double size_of(std::int64_t tool, std::int64_t feature) const {
    return tool == kDrill ? hole(feature).diameter
                          : design_.milling[static_cast<std::size_t>(feature)].radius;
  }

  // Possible from `least` mils on; without finishing from `rough` mils on. Takes 1 / `speed` of the
  // time of an end mill.
  void mill(Name make_slot, const std::string& name, Tool tool, double speed, double least,
            double rough, Name setup_for, Name setup_tool) {
    const auto milling = [this, speed](Machine&, Args a, Effects& e) {
      const Milling& m = design_.milling[static_cast<std::size_t>(a[0])];
      const double t = m.radius;
      return spend(e, 0, m.depth * (m.length * m.width - std::numbers::pi / 4 * t * t) / t / speed);
    };
    const auto rough_mill = d_.op("Rough" + name, milling);
    const auto finish_mill = d_.op("Finish" + name, milling);
    const auto task = d_.task(name);
    d_.method(task, "always", [=, this](const Machine&, Args a, Instances& out) {
      if (design_.milling[static_cast<std::size_t>(a[0])].tolerance >= rough) {
        out.add({rough_mill(a[0])});
      } else {
        out.add({rough_mill(a[0]), finish_mill(a[0])});
      }
    });
    const auto with_setup = d_.task("SetupAnd" + name);
    d_.method(with_setup, "always", [=](const Machine&, Args a, Instances& out) {
      out.add({setup_for(), setup_tool(tool, a[0]), task(a[0])});
    });
    d_.method(make_slot, name, [=, this](const Machine&, Args a, Instances& out) {
      const Milling& m = design_.milling[static_cast<std::size_t>(a[0])];
      if (m.tolerance < least || (tool == kSide && !at_side(m))) return;
      out.add({with_setup(a[0])});
    });
  }

  Name artwork(Name generic) {
    const auto resist = d_.task("ApplyPhotoresist");
    const auto way = [&](const char* name, double gap, double minutes) {
      const std::vector<TaskId> steps{generic(), step(name, 0, minutes)()};
      const bool possible = design_.gap > gap;
      d_.method(resist, name, [=](const Machine&, Args, Instances& out) {
        if (possible) out.add(steps).estimate(minutes);
      });
    };
    way("SpreadPhotoresist", -1, std::hypot(design_.length, design_.width) / 15);
    way("SpindlePhotoresist", .01, std::min(design_.length, design_.width) / 10);
    way("SprayPhotoresist", .01, .5);
    way("PaintPhotoresist", .02, area() / 300);
    d_.set_locally_choosable(resist);
    const auto task = d_.task("MakeArtwork");
    always(task, {step("PrecleanForArtwork", 0, 2. / 21 * area())(), step("DryBoard", 0, 30)(),
                  resist(), generic(), step("ArtworkLithography", 0, 1.5 + 500 * design_.trace)(),
                  generic(), step("Etching", 0, 20000 * design_.trace)()});
    return task;
  }

  Name assembly(Name generic) {
    const auto task = d_.task("Assembly");
    always(task, {generic(), step("PrecleanForSoldering", 0, 5. / 21 * area())(), generic(),
                  step("ScreenprintSolderResist", 0, .25 / 21 * area())(), mounting(generic)()});
    return task;
  }

  Name mounting(Name generic) {
    std::int64_t pasted = 0;
    std::int64_t placed = 0;
    std::int64_t adhered = 0;
    std::int64_t leads = 0;
    std::vector<int> hand;
    for (const Part& part : design_.parts) {
      leads += part.pins;
      if (part.adhere) ++adhered;
      if (part.hand_solder) {
        hand.push_back(part.pins);
      } else {
        pasted += part.pins;
        ++placed;
      }
    }
    // Every pass of a loop is a step of its own, as each part or pin is printed in the plan.
    const auto repeated = [this](const std::string& name, std::int64_t count, double minutes,
                                 std::vector<TaskId> done = {}) {
      const Name one = step(name, 0, minutes);
      return loop(
          "All" + name, count, [=](std::int64_t i) { return one(i); }, std::move(done))(0);
    };
    std::vector<TaskId> list;
    const auto paste = d_.task("ApplySolderPaste");
    const auto paste_way = [&](const char* name, bool possible, std::vector<TaskId> steps) {
      d_.method(paste, name, [=](const Machine&, Args, Instances& out) {
        if (possible) out.add(steps);
      });
    };
    paste_way("on a screen", design_.gap > .02,
              {generic(), repeated("PutSolderPasteAt", pasted, .125),
               step("ScreenprintSolderPaste", 0, 1. / 60)()});
    paste_way("by hand", true, {generic(), repeated("ManualSolderPasteAt", pasted, .25)});
    paste_way("automatically", true,
              {generic(), step("SetupForAutomaticSolderPaste", 29.5, 0)(),
               repeated("AutomaticSolderPasteAt", pasted, 1. / 24,
                        {step("RunAutomaticSolderPaste", 0, .5)()})});
    list.insert(list.end(), {paste(), step("DrySolderPaste", 0, 5. / 21 * area())()});
    if (adhered > 0) {
      const auto adhesive = d_.task("ManualPinTransferAdhesive");
      always(adhesive, {generic(), repeated("AdherePart", adhered, .5)});
      list.insert(list.end(), {adhesive(), generic(), step("HeatCureAdhesive", 0, 10)()});
    }
    const auto place = d_.task("PickAndPlace");
    const auto place_way = [&](const char* name, std::vector<TaskId> steps) {
      d_.method(place, name, [=](const Machine&, Args, Instances& out) { out.add(steps); });
    };
    place_way("by hand", {repeated("ManualPickAndPlacePart", placed, .5)});
    place_way("automatically", {step("SetupForAutomaticPickAndPlace", 60, 0)(),
                                repeated("AutomaticPickAndPlacePart", placed, .01)});
    list.insert(list.end(), {place(), generic(), step("ReflowSoldering", 0, 5)()});
    const auto solder = d_.task("HandSoldering");
    if (hand.empty()) {
      always(solder, {});
    } else {
      const auto one = d_.op("HandSolderPart", [hand](Machine&, Args a, Effects& e) {
        return spend(e, 0, hand[static_cast<std::size_t>(a[0])]);
      });
      const auto all = loop("HandSolderParts", static_cast<std::int64_t>(hand.size()),
                            [=](std::int64_t i) { return one(i); });
      always(solder, {step("SetupForHandSoldering", 15, 0)(), all(0)});
    }
    const auto flux = d_.task("FluxCleaning");
    const auto flux_way = [&](const char* name, double minutes) {
      const TaskId clean = step(name, 0, minutes)();
      d_.method(flux, name, [=](const Machine&, Args, Instances& out) { out.add({clean}); });
    };
    flux_way("BrushWithSolvent", static_cast<double>(leads));
    flux_way("SprayWithVapor", 10. / 21 * area());
    list.insert(list.end(), {solder(), flux()});
    const auto task = d_.task("MountingAndSoldering");
    always(task, list);
    return task;
  }

  Name testing() {
    const auto task = d_.task("TestingAndInspection");
    always(task,
           {step("PreCapTesting", 0, 35)(), step("HermeticallySealing", 0, 1.63 / 21 * area())(),
            step("PostCapTesting", 0, 35)(), step("FinalInspection", 0, 89. / 3)()});
    return task;
  }

  Design design_;
  D d_;
  std::unique_ptr<Name> setup_and_drill_, make_features_, drill_;
};

}  // namespace edaps
